import { Icon } from '../primitives/icon';

/** Advice against common fraud, beside conversations and offers of other users. Stylesheet `safety-tips`. */
export function FraudAdvice({ advice }: { advice: readonly string[] }) {
  return (
    <section aria-labelledby="safe">
      <h2 id="safe">Stay safe</h2>
      <AdviceList advice={advice} />
    </section>
  );
}

/** The same without a heading. Stylesheet `safety-tips`. */
export function AdviceList({ advice }: { advice: readonly string[] }) {
  return (
    <ul className="safety-tips">
      {advice.map((text) => (
        <li key={text}>
          <Icon name="shield" />
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

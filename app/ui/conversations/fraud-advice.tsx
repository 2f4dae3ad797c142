import { Icon } from '~/ui/icons/icon';

/**
 * Against the usual frauds, beside what people offer each other and whatever they write about it. Style sheet `advice`.
 */
export function FraudAdvice({ advice }: { advice: readonly string[] }) {
  return (
    <section aria-labelledby="safe">
      <h2 id="safe">Stay safe</h2>
      <ul className="safe">
        {advice.map((sentence) => (
          <li key={sentence}>
            <Icon name="shield" />
            <p>{sentence}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

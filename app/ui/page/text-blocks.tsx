import type { ReactNode } from 'react';
import { createExcerpt } from '~/domain/shared/text';
import { Icon } from '../primitives/icon';

type ExcerptProps = {
  text: string;
  href: string;
  /** Accessible name of the link: 'the review by Asha'. */
  of: string;
};

export function Excerpt({ text, href, of }: ExcerptProps) {
  const excerpt = createExcerpt(text);
  return (
    <p>
      {excerpt.text}
      {excerpt.isTruncated && (
        <>
          {' '}
          <a href={href}>
            Read more<span className="unseen"> of {of}</span>
          </a>
        </>
      )}
    </p>
  );
}

/** A sentence in which backticks mark code. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    // The position is a stable key, because the text never changes.
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}

/** Names and values in rows. Rows whose value is null are omitted. */
export function FactList({ facts }: { facts: readonly { name: string; value: ReactNode | null }[] }) {
  return (
    <dl className="spec-list">
      {facts
        .filter(({ value }) => value !== null)
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type QuestionProps = { title: ReactNode; isOpen?: boolean; children: ReactNode };

export function Question({ title, isOpen = false, children }: QuestionProps) {
  return (
    <details className="disclosure" open={isOpen}>
      <summary>
        {title}
        <Icon name="plus" />
      </summary>
      {children}
    </details>
  );
}

type ReasonsProps = { reasons: readonly { title: string; description: string }[] };

export function Reasons({ reasons }: ReasonsProps) {
  return (
    <ul className="auto-columns reasons">
      {reasons.map(({ title, description }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p className="note">{description}</p>
        </li>
      ))}
    </ul>
  );
}

export function FraudAdvice({ advice }: { advice: readonly string[] }) {
  return (
    <section aria-labelledby="safe">
      <h2 id="safe">Stay safe</h2>
      <AdviceList advice={advice} />
    </section>
  );
}

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

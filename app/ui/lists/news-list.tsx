import { dayOf, dayText } from '~/domain/shared/dates';
import type { News } from '~/domain/moderation/moderation';
import { paths } from '~/paths';

const marks: Readonly<Record<News['action'], { className: string; text: string }>> = {
  hidden: { className: 'chip chip-poor', text: 'Out of sight' },
  shown: { className: 'chip chip-excellent', text: 'Shown again' },
  deleted: { className: 'chip chip-poor', text: 'Deleted' },
};

/** 'We deleted it on 1 Jul 2026: Not a vehicle' */
function message({ action, reason, at }: News): string {
  const day = dayText(dayOf(new Date(at)));
  if (action === 'shown') return `Everybody sees it again since ${day}.`;
  const reported = action === 'hidden' ? `We took it out of sight on ${day}` : `We deleted it on ${day}`;
  return reason ? `${reported}: ${reason}` : `${reported}.`;
}

type NewsListProps = {
  news: readonly News[];
  /** The kind of item, for the subject of a complaint. */
  of: 'listing' | 'review';
  /** Heading level of each item. */
  level?: 'h2' | 'h3';
};

/**
 * What operators did to the user's listings or reviews: hidden or deleted, and why; or shown again. Stylesheet
 * `profile`.
 */
export function NewsList({ news, of, level: Heading = 'h3' }: NewsListProps) {
  if (news.length === 0) return null;
  return (
    <ul className="own-items" aria-label="What we did">
      {news.map((one) => {
        const { id, kind, name, action } = one;
        const { className, text } = marks[action];
        return (
          <li key={id}>
            <Heading>{action === 'shown' && kind ? <a href={paths.listing(kind, id)}>{name}</a> : name}</Heading>
            <span className={className}>{text}</span>
            <p>{message(one)}</p>
            {action !== 'shown' && (
              <p className="note">
                <a href={paths.contact({ subject: `My ${of}: ${name}`, category: 'complaint' })}>Write to us</a> if that
                is wrong{action === 'hidden' && ', or once it is mended'}.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

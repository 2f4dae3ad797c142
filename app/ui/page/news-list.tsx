import { dayOf, dayText } from '~/domain/dates';
import type { News } from '~/domain/desk/news';
import { paths } from '~/paths';

const marks: Readonly<Record<News['done'], { className: string; text: string }>> = {
  hidden: { className: 'chip poor', text: 'Out of sight' },
  shown: { className: 'chip excellent', text: 'Shown again' },
  deleted: { className: 'chip poor', text: 'Deleted' },
};

/** 'We deleted it on 1 Jul 2026: Not a vehicle' */
function sentence({ done, reason, at }: News): string {
  const day = dayText(dayOf(new Date(at)));
  if (done === 'shown') return `Everybody sees it again since ${day}.`;
  const told = done === 'hidden' ? `We took it out of sight on ${day}` : `We deleted it on ${day}`;
  return reason ? `${told}: ${reason}` : `${told}.`;
}

type NewsListProps = {
  news: readonly News[];
  /** What it is about, for whoever writes to us about it. */
  of: 'listing' | 'review';
  /** Of each one's heading. */
  level?: 'h2' | 'h3';
};

/**
 * What operators did to what one offers or wrote: hidden or deleted, and why; or shown again. Style sheet `profile`.
 */
export function NewsList({ news, of, level: Heading = 'h3' }: NewsListProps) {
  if (news.length === 0) return null;
  return (
    <ul className="own" aria-label="What we did">
      {news.map((one) => {
        const { id, kind, name, done } = one;
        const { className, text } = marks[done];
        return (
          <li key={id}>
            <Heading>{done === 'shown' && kind ? <a href={paths.listing(kind, id)}>{name}</a> : name}</Heading>
            <span className={className}>{text}</span>
            <p>{sentence(one)}</p>
            {done !== 'shown' && (
              <p className="s">
                <a href={paths.contact({ subject: `My ${of}: ${name}`, category: 'complaint' })}>Write to us</a> if that
                is wrong{done === 'hidden' && ', or once it is mended'}.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

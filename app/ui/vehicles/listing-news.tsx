import { dayOf, dayText } from '~/domain/dates';
import type { ListingNews } from '~/domain/listings/listing';
import { paths } from '~/paths';

const marks: Readonly<Record<ListingNews['done'], { className: string; text: string }>> = {
  hidden: { className: 'chip poor', text: 'Out of sight' },
  shown: { className: 'chip excellent', text: 'Shown again' },
  deleted: { className: 'chip poor', text: 'Deleted' },
};

/** 'We deleted it on 1 Jul 2026: Not a vehicle' */
function sentence({ done, reason, at }: ListingNews): string {
  const day = dayText(dayOf(new Date(at)));
  if (done === 'shown') return `Everybody sees it again since ${day}.`;
  const told = done === 'hidden' ? `We took it out of sight on ${day}` : `We deleted it on ${day}`;
  return reason ? `${told}: ${reason}` : `${told}.`;
}

/** What operators did to what one offers: hidden or deleted, and why; or shown again. Style sheet `profile`. */
export function ListingNewsList({ news }: { news: readonly ListingNews[] }) {
  if (news.length === 0) return null;
  return (
    <ul className="own" aria-label="What we did">
      {news.map((one) => {
        const { id, kind, name, done } = one;
        const { className, text } = marks[done];
        return (
          <li key={id}>
            <h3>{done === 'shown' && kind ? <a href={paths.listing(kind, id)}>{name}</a> : name}</h3>
            <span className={className}>{text}</span>
            <p>{sentence(one)}</p>
            {done !== 'shown' && (
              <p className="s">
                <a href={paths.contact({ subject: `My listing: ${name}`, category: 'complaint' })}>Write to us</a> if
                that is wrong{done === 'hidden' && ', or once it is mended'}.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

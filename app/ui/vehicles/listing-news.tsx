import { dayOf, dayText } from '~/domain/dates';
import type { ListingNews } from '~/domain/listings/listing';
import { paths } from '~/paths';

/** What operators did to one's listings: hidden, and why; or shown again. Style sheet `profile`. */
export function ListingNewsList({ news }: { news: readonly ListingNews[] }) {
  if (news.length === 0) return null;
  return (
    <ul className="own" aria-label="What we did">
      {news.map(({ id, kind, name, isHidden, reason, at }) => (
        <li key={id}>
          <h3>{isHidden ? name : <a href={paths.listing(kind, id)}>{name}</a>}</h3>
          <span className={isHidden ? 'chip poor' : 'chip excellent'}>{isHidden ? 'Out of sight' : 'Shown again'}</span>
          <p>
            {isHidden
              ? `We took it out of sight on ${dayText(dayOf(new Date(at)))}${reason ? `: ${reason}` : '.'}`
              : `Everybody sees it again since ${dayText(dayOf(new Date(at)))}.`}
          </p>
          {isHidden && (
            <p className="s">
              <a href={paths.contact({ subject: `My listing: ${name}`, category: 'complaint' })}>Write to us</a> if that
              is wrong, or once it is mended.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

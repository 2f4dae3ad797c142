import type { DrawingColours } from '~/domain/photos/drawing';
import type { PhotoSources } from '~/domain/photos/photo';
import { formatClock, formatDayHeading } from '~/domain/shared/dates';
import type { BodyStyle } from '~db/enums';
import { Count } from '../primitives/chips';
import { Drawing } from '../primitives/drawing';
import { Icon } from '../primitives/icon';
import type { IconName } from '../primitives/icon-shapes';
import { Photo } from '../vehicles/card-parts';

export type InboxEntry = {
  id: string;
  href: string;
  /** The name of the other side, and its role: 'buyer', 'seller', or none. */
  name: string;
  role: string | null;
  /** When the last message was written: '10:42 am', 'Sat', '12 Nov'. */
  time: string;
  writtenAt: string;
  /** Null when the item is no longer visible. */
  picture: { photo: PhotoSources | null; bodyStyle: BodyStyle; colours: DrawingColours } | null;
  /** Label on the road in place of a picture; null when the row is about another user's vehicle. */
  icon: IconName | null;
  /** The subject: a price or a short name in bold, and the rest. */
  regarding: { bold: string | null; text: string };
  /** Beginning of the last message, or the last event. */
  line: string;
  unread: number;
};

function Picture({ picture, icon, regarding }: Pick<InboxEntry, 'picture' | 'icon' | 'regarding'>) {
  if (!picture) return <span className="drawing">{icon && <Icon name={icon} />}</span>;
  const { photo, bodyStyle, colours } = picture;
  return photo ? (
    <Photo photo={photo} alt={regarding.text} sizes="5.5rem" />
  ) : (
    <Drawing of={bodyStyle} colours={colours} />
  );
}

type InboxRowsProps = { entries: readonly InboxEntry[]; level?: 'h2' | 'h3' };

export function InboxRows({ entries, level: Heading = 'h3' }: InboxRowsProps) {
  return (
    <ul className="inbox">
      {entries.map(({ id, href, name, role, time, writtenAt, picture, icon, regarding, line, unread }) => (
        <li key={id} className={unread > 0 ? 'unread' : undefined}>
          <Picture picture={picture} icon={icon} regarding={regarding} />
          <Heading>
            <a href={href}>{name}</a>
            {role !== null && <small>{` · ${role}`}</small>}
          </Heading>{' '}
          <time dateTime={writtenAt}>{time}</time>
          <p className="inbox-subject">
            {regarding.bold !== null && <b>{regarding.bold}</b>}
            {` ${regarding.text}`}
          </p>
          <p className="last-message">{line}</p>
          {unread > 0 && <Count of={unread} what="new" />}
        </li>
      ))}
    </ul>
  );
}

export type ThreadMessage = {
  id: number | string;
  isOwn: boolean;
  author: string;
  text: string;
  written: { day: string; time: string };
};

export function formatWritten(timestamp: string, now: Date): ThreadMessage['written'] {
  const written = new Date(timestamp);
  return { day: formatDayHeading(written, now), time: formatClock(written) };
}

export function Thread({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <ol className="chat">
      {messages.flatMap(({ id, isOwn, author, text, written: { day, time } }, position) => [
        day !== messages[position - 1]?.written.day && (
          <li key={day} className="chat-day">
            {day}
          </li>
        ),
        <li
          key={id}
          className={isOwn ? 'chat-own' : undefined}
          id={position === messages.length - 1 ? 'newest' : undefined}
        >
          <p className="note">
            <b>{author}</b> {time}
          </p>
          <p>{text}</p>
        </li>,
      ])}
    </ol>
  );
}

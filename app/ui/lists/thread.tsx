import { clockText, dayHeading } from '~/domain/shared/dates';

/** One message of a conversation as its reader sees it. */
export type ThreadMessage = {
  id: number | string;
  /** Written by the reader's side. */
  isOwn: boolean;
  author: string;
  text: string;
  /** Day heading and time of the message. */
  written: { day: string; time: string };
};

/** When a message was written, as `Thread` shows it. */
export function whenWritten(timestamp: string, now: Date): ThreadMessage['written'] {
  const written = new Date(timestamp);
  return { day: dayHeading(written, now), time: clockText(written) };
}

/**
 * Messages of a conversation in order, for either side: between a buyer and a seller, or a customer and the desk. A
 * heading for each day precedes its messages. Stylesheet `thread`.
 */
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

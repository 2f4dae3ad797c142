/** One message of a conversation as its reader sees it. */
export type ThreadMessage = {
  id: number | string;
  /** Written by the reader's side. */
  isOwn: boolean;
  author: string;
  text: string;
  /** When, in words. */
  written: string;
};

/**
 * What was written in a conversation, in order: of a buyer and a seller, or of a customer and the desk, for either side.
 * Stylesheet `conversation`.
 */
export function Thread({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <ol className="chat">
      {messages.map(({ id, isOwn, author, text, written }) => (
        <li key={id} className={isOwn ? 'chat-own' : undefined}>
          <p className="note">
            <b>{author}</b> {written}
          </p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** A sentence with code between backticks. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    // The position is a stable key, because the text never changes.
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}

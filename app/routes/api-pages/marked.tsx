/** A sentence in which what stands between backticks is code. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    // A part is told from the others by where it stands, and the sentence never changes.
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}

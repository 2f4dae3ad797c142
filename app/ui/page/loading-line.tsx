/** What is under way, in words; its broken line moves where motion is welcome. */
export function LoadingLine({ text }: { text: string }) {
  return (
    <p className="load" role="status">
      {text}
    </p>
  );
}

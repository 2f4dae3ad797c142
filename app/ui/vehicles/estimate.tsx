/** A figure that is an estimate rather than a published one, and says so. */
export function Estimate({ figure }: { figure: string }) {
  return (
    <>
      {`${figure} `}
      <small>estimate</small>
    </>
  );
}

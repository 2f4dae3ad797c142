/** An estimated rather than published figure, marked as such. */
export function Estimate({ figure }: { figure: string }) {
  return (
    <>
      {`${figure} `}
      <small>estimate</small>
    </>
  );
}

import type { Understood } from '~/domain/search/understood';

type CorrectedProps = {
  corrected: Understood['corrected'];
  /** Address of the same list searched by another text. */
  hrefOf: (q: string) => string;
};

/** What a search was corrected to, with a link to exactly what was typed. */
export function Corrected({ corrected, hrefOf }: CorrectedProps) {
  if (!corrected) return null;
  return (
    <p>
      Showing results for <strong>{corrected.to}</strong> ·{' '}
      <a href={hrefOf(corrected.literal)}>search for {corrected.from} instead</a>
    </p>
  );
}

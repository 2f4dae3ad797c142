import type { ReactNode } from 'react';
import { FactList } from '~/ui/page/text-blocks';
import { Icon } from '~/ui/primitives/icon';

export type ListingNotesProps = {
  /** The price compared with similar listings; null when there are too few. */
  verdict: { text: string; verdict: 'low' | 'fair' | 'high'; method: string } | null;
  papers: string[];
  /** The manufacturer's specifications of the model when new; null when not known. */
  specification: { model: string; facts: { name: string; value: string }[] } | null;
};

export function ListingNotes({ verdict, papers, specification }: ListingNotesProps) {
  if (!verdict && papers.length === 0 && !specification) return null;
  return (
    <div className="listing-notes section">
      {verdict && (
        <Note title="Price verdict">
          <p className={verdict.verdict === 'high' ? 'price-verdict price-high' : 'price-verdict'}>{verdict.text}</p>
          <details>
            <summary>How this is calculated</summary>
            <p>{verdict.method}</p>
          </details>
        </Note>
      )}
      {papers.length > 0 && (
        <Note title="Papers">
          <ul>
            {papers.map((paper) => (
              <li key={paper}>
                <Icon name="check" />
                {paper}
              </li>
            ))}
          </ul>
          <p className="note">As stated by the seller. Check the originals before you pay.</p>
        </Note>
      )}
      {specification && (
        <Note title="When new">
          <FactList facts={specification.facts} />
          <p className="note">The {specification.model} as its maker states, not this vehicle.</p>
        </Note>
      )}
    </div>
  );
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

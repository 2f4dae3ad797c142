import type { ReactNode } from 'react';
import { FactList } from '~/ui/page/text-blocks';
import { Icon } from '~/ui/primitives/icon';

export type ListingNotesProps = {
  /** The price compared with similar listings; null when there are too few. */
  verdict: { text: string; method: string } | null;
  papers: string[];
  /** The manufacturer's specifications of the model when new; null when not known. */
  specification: { model: string; facts: { name: string; value: string }[] } | null;
};

export function ListingNotes({ verdict, papers, specification }: ListingNotesProps) {
  if (!verdict && papers.length === 0 && !specification) return null;
  return (
    <div className="listing-notes section">
      {verdict && (
        <Note title="How we judge the price" id="price">
          <p>
            <b>{verdict.text}.</b> {verdict.method}
          </p>
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
        <Note title="Maker’s figures">
          <FactList facts={specification.facts} />
          <p className="note">The {specification.model} as its maker states, not this vehicle.</p>
        </Note>
      )}
    </div>
  );
}

const Note = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section id={id} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

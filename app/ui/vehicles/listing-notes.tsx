import { Icon } from '../primitives/icon';

/** What the screens of a listing tell besides the seller's facts. */
export type NotesOnListing = {
  /** Papers that the seller says are there. */
  papers: string[];
};

/** What is known about a listing besides its facts, on its own screen. */
export function ListingNotes({ papers }: NotesOnListing) {
  if (papers.length === 0) return null;
  return (
    <div className="listing-notes section">
      <StatedPapers papers={papers} />
    </div>
  );
}

/** Papers of a listing, which are unchecked, and it says so. */
function StatedPapers({ papers }: Pick<NotesOnListing, 'papers'>) {
  if (papers.length === 0) return null;
  return (
    <section className="stated-papers" aria-labelledby="papers">
      <h2 id="papers">Papers</h2>
      <ul>
        {papers.map((paper) => (
          <li key={paper}>
            <Icon name="check" />
            {paper}
          </li>
        ))}
      </ul>
      <p className="note">As the seller states. Look at the originals before you pay.</p>
    </section>
  );
}

import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { ButtonLink } from '~/ui/signs/button';
import { EmptyState } from './empty-state';

type TroubleScreenProps = {
  status: number;
  /** What a command said when it refused; absent: what the status says. */
  refusal?: string | undefined;
  /** Names the request in the logs; absent when nobody gave it a name. */
  requestId?: string;
};

/** What is said of an error that nobody expected. */
export const oursToMend = 'The mistake is ours, and it has been written down. Please try again in a moment.';

const roadEnds = { body: '#26345F', accent: '#C7B48A' };
const brokenDown = { body: '#8E1B1F', accent: '#E8D9B5' };

/** A page that isn't there, or an error: what happened in one sentence, and ways on. */
export function TroubleScreen({ status, refusal, requestId }: TroubleScreenProps) {
  const isMissing = status === 404 || status === 410;
  return (
    <div className="sec">
      <EmptyState
        level="h1"
        picture={
          isMissing
            ? { drawing: 'scooter-electric', colours: roadEnds, stone: { name: 'Not found', value: String(status) } }
            : { drawing: 'retro', colours: brokenDown, stone: { name: 'Error', value: String(status) } }
        }
        title={isMissing ? 'This road ends here' : refusal ? 'This was not done' : 'Something went wrong'}
        hint={
          isMissing
            ? 'There is no page at this address. It may have moved, or the vehicle has found its rider. Search for it, or start again from home.'
            : (refusal ?? oursToMend)
        }
      >
        <SearchForm action={paths.browse()} label="Search bikes and scooters" />
        <p className="row">
          <ButtonLink kind="go" href={paths.home()} icon="home">
            Go to home
          </ButtonLink>{' '}
          <ButtonLink href={paths.browse()}>Browse all</ButtonLink>
        </p>
        {!isMissing && !refusal && requestId && (
          <p className="s">{`If you write to us about it, please name request ${requestId}.`}</p>
        )}
      </EmptyState>
    </div>
  );
}

import { FieldGrid, Fold, MoreActions, SaveBar, Thumb, WholeLine } from '~/ui/desk/folds';
import {
  AboveLink,
  Alarm,
  BulkBar,
  DeskEmpty,
  KindLinks,
  KindSign,
  ListTools,
  RowLink,
  Tick,
  Well,
} from '~/ui/desk/rows';
import { TextField } from '~/ui/forms/field';
import { Button } from '~/ui/primitives/button';

/** The parts of the desk, in its own width. */
export function DeskParts() {
  return (
    <section className="desk-main" aria-labelledby="desk-parts">
      <h2 id="desk-parts">The desk</h2>
      <Alarm title="No backup for 9 days" text="214 messages since 17 November are on this machine only.">
        <Button>Back up now</Button>
        <a href="#desk-parts">Do it every night</a>
      </Alarm>
      <Well>The newest backup is 3 hours old.</Well>
      <KindLinks
        label="Kind"
        kinds={[
          { text: 'Messages', count: 5, href: '#desk-parts', isCurrent: true },
          { text: 'Service', count: 2, href: '#desk-parts', isCurrent: false },
        ]}
      />
      <form>
        <ListTools all="All 7">
          <Button>Show</Button>
        </ListTools>
        <ol className="rows queue">
          <li>
            <Tick value="1" of="Sunita Rao" />
            <KindSign icon="chat" label="Message" />
            <RowLink href="#desk-parts">Sunita Rao</RowLink> <span className="when late">3 days</span>
            <p className="line one-line">Twice I was given a day, twice nobody was there.</p>
            <AboveLink>
              <MoreActions of="Sunita Rao">
                <a href="#desk-parts">All of hers</a>
              </MoreActions>
            </AboveLink>
          </li>
        </ol>
        <BulkBar legend="What to do with the chosen">
          <Button kind="primary">Mark as done</Button>
        </BulkBar>
      </form>
      <Fold title="Note for the team" icon="note" note="none">
        <FieldGrid>
          <TextField name="desk-step" label="Next step" />
          <WholeLine>
            <TextField name="desk-note" label="Note" />
          </WholeLine>
        </FieldGrid>
      </Fold>
      <Thumb src="/favicon.svg" />
      <DeskEmpty title="All answered" text="The last one took 3 hours." />
      <SaveBar>
        <Button kind="primary">Save</Button>
      </SaveBar>
    </section>
  );
}

import { longestReason, type Moderation, type PublicSubject } from '~/domain/desk/limits';
import { feedbackPriorities, feedbackStatuses } from '~/domain/feedback/limits';
import { contactPriorities, contactStatuses, longestLine } from '~/domain/messages/limits';
import { paths } from '~/paths';
import { AsItStands } from '~/ui/forms/as-it-stands';
import { SelectField } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { spoken } from '~/ui/forms/spoken';
import { TextAreaField, TextField } from '~/ui/forms/text-field';
import { FactList } from '~/ui/page/fact-list';
import { Button, WayLink } from '~/ui/signs/button';
import { choices, Deeds, FreshPassword, Standing } from './desk-parts';
import { ConversationForms, Talk } from './desk-conversation';
import type { DeskScreen } from './load-desk.server';
import type { OpenEntry } from './open-entry.server';

/** What the action answers a refused form with. */
export type DeskAnswer = { message: string; errors: Readonly<Record<string, string>>; values: Record<string, string> };

/** What one kind of thing needs of the screen it is open on. */
type Doing<Kind extends OpenEntry['subject']> = {
  form: Extract<OpenEntry, { subject: Kind }>['form'];
  /** Where its forms post to: the address it is open at. */
  action: string;
  answer: DeskAnswer | undefined;
  /** What cannot be undone takes the operator's password. */
  asksPassword: boolean;
};

const labels = { status: 'Status', priority: 'Priority', response: 'Answer', tags: 'Tags' };

function MessageForms({ form, action, answer, asksPassword }: Doing<'message'>) {
  const { version, status, priority, category, tags } = form;
  const typed = answer?.values;
  // Whoever meant to tag or delete it sees all that may have made the difference.
  const stands = { status, priority, ...(typed?.intent && { tags: tags.join(', ') }) };
  return (
    <>
      <p>Category: {spoken(category)}</p>
      {typed?.version && typed.version !== String(version) && (
        <AsItStands labels={labels} typed={typed} stands={stands} />
      )}
      <form method="post" action={action} className="narrow">
        <input type="hidden" name="version" value={version} />
        <SelectField
          name="status"
          label={labels.status}
          choices={choices(contactStatuses)}
          value={typed?.status ?? status}
          emptyText={null}
          error={answer?.errors.status}
        />
        <SelectField
          name="priority"
          label={labels.priority}
          choices={choices(contactPriorities)}
          value={typed?.priority ?? priority}
          emptyText={null}
          error={answer?.errors.priority}
        />
        <p>
          <Button kind="go">Save</Button>
        </p>
      </form>
      {tags.length > 0 && (
        <ul className="row" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <form method="post" action={action}>
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="tag" value={tag} />
                <Button name="intent" value="remove" icon="close">
                  <span className="vh">Remove tag</span> {tag}
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={action} className="narrow">
        <input type="hidden" name="version" value={version} />
        <TextField
          name="tag"
          label="Another tag"
          maxLength={longestLine.tag}
          required
          value={typed?.intent === 'add' ? typed.tag : undefined}
          error={answer?.errors.tag}
        />
        <p>
          <Button name="intent" value="add">
            Add tag
          </Button>
        </p>
      </form>
      <form method="post" action={action} className="stack">
        <input type="hidden" name="version" value={version} />
        {asksPassword && <FreshPassword what="delete it" error={answer?.errors.password} />}
        <p>
          <Button kind="danger" name="intent" value="delete">
            Delete message
          </Button>
        </p>
      </form>
    </>
  );
}

function ServiceForms({ form: { version, next }, action }: Doing<'service'>) {
  if (next.length === 0) return null;
  return (
    <form method="post" action={action} className="row">
      <input type="hidden" name="version" value={version} />
      {next.map((status) => (
        <Button key={status} name="status" value={status} kind={status === 'cancelled' ? 'danger' : 'go'}>
          {`Make it ${spoken(status).toLowerCase()}`}
        </Button>
      ))}
    </form>
  );
}

function FeedbackForms({ form, action, answer }: Doing<'feedback'>) {
  const { version, ...stands } = form;
  const typed = answer?.values;
  return (
    <form method="post" action={action} className="stack">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="before" value={stands.response} />
      {typed && typed.version !== String(version) && <AsItStands labels={labels} typed={typed} stands={stands} />}
      <SelectField
        name="status"
        label={labels.status}
        choices={choices(feedbackStatuses)}
        value={typed?.status ?? stands.status}
        emptyText={null}
        error={answer?.errors.status}
      />
      <SelectField
        name="priority"
        label={labels.priority}
        choices={choices(feedbackPriorities)}
        value={typed?.priority ?? stands.priority}
        emptyText={null}
        error={answer?.errors.priority}
      />
      <TextAreaField
        name="response"
        label={labels.response}
        help="Its author reads this under Your feedback."
        value={typed?.response ?? stands.response}
        error={answer?.errors.response}
      />
      <p>
        <Button kind="go">Save</Button>
      </p>
    </form>
  );
}

function PublicForms({ form, action, answer, asksPassword }: Doing<PublicSubject>) {
  const { version, isHidden, isChecked, reported } = form;
  const deeds: { deed: Moderation; text: string }[] = [
    ...(isChecked ? [] : [{ deed: 'check', text: reported > 0 ? 'Dismiss reports' : 'It is fine' } as const]),
    isHidden ? { deed: 'restore', text: 'Restore' } : { deed: 'hide', text: 'Hide' },
    { deed: 'delete', text: 'Delete' },
  ];
  return (
    <form method="post" action={action} className="stack">
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="reports" value={reported} />
      <TextField
        name="reason"
        label="Reason"
        help="Needed to hide or delete; the seller of a listing reads it, and it stands in the log."
        maxLength={longestReason}
        value={answer?.values.reason}
        error={answer?.errors.reason}
      />
      {asksPassword && <FreshPassword what="delete it" error={answer?.errors.password} />}
      <p className="row">
        {deeds.map(({ deed, text }) => (
          <Button key={deed} name="intent" value={deed} kind={deed === 'delete' ? 'danger' : 'plain'}>
            {text}
          </Button>
        ))}
      </p>
    </form>
  );
}

function Forms({ entry, ...rest }: { entry: OpenEntry } & Omit<Doing<'message'>, 'form'>) {
  switch (entry.subject) {
    case 'message':
      return <MessageForms form={entry.form} {...rest} />;
    case 'service':
      return <ServiceForms form={entry.form} {...rest} />;
    case 'feedback':
      return <FeedbackForms form={entry.form} {...rest} />;
    case 'conversation':
      return <ConversationForms form={entry.form} isOpen={entry.talk !== null} {...rest} />;
    default:
      return <PublicForms form={entry.form} {...rest} />;
  }
}

/** What people reported about it. */
function Reports({ reports }: Pick<Extract<OpenEntry, { reports: unknown }>, 'reports'>) {
  return (
    <>
      <h4>Reports</h4>
      <ul className="sent">
        {reports.map(({ id, reason, words, who }) => (
          <li key={id}>
            <div>
              <p>
                <b>{reason}</b>
              </p>
              {words && <p className="lines">{words}</p>}
              <p className="s">{who}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its pictures, by which operators judge it too; each leads to the whole of it. */
function Photos({ photos, title }: Pick<Extract<OpenEntry, { photos: unknown }>, 'photos' | 'title'>) {
  return (
    <ul className="pics">
      {photos.map(({ small, whole }, position) => (
        <li key={small}>
          <a href={whole}>
            <img src={small} alt={`${title}, ${position + 1} of ${photos.length}`} width="320" height="240" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type DeskEntryViewProps = {
  entry: OpenEntry;
  address: DeskScreen['address'];
  answer: DeskAnswer | undefined;
  asksPassword: boolean;
};

/** One thing with what it says, what can be done about it, and what was. */
export function DeskEntryView({ entry, address, answer, asksPassword }: DeskEntryViewProps) {
  const { id, title, status, wait, came, facts, text, deeds } = entry;
  return (
    <>
      {answer && <ErrorSummary message={answer.message} errors={answer.errors} />}
      <p>
        <WayLink href={paths.desk(address)} icon="back">
          Back to the list
        </WayLink>
      </p>
      <h3>{title}</h3>
      <p className="row">
        <Standing status={status} wait={wait} /> <span className="s">{came}</span>
      </p>
      <div className="cols">
        <div className="stack">
          {text && <p className="lines">{text}</p>}
          {'photos' in entry && entry.photos.length > 0 && <Photos photos={entry.photos} title={title} />}
          <FactList
            facts={facts.map(({ name, value, href }) => ({
              name,
              value: value !== null && href ? <a href={href}>{value}</a> : value,
            }))}
          />
          {'reports' in entry && entry.reports.length > 0 && <Reports reports={entry.reports} />}
          {entry.subject === 'conversation' && entry.talk && (
            <Talk talk={entry.talk} hrefOf={(page) => paths.desk({ ...address, open: id, page })} />
          )}
        </div>
        <div className="stack">
          <Forms
            entry={entry}
            action={paths.desk({ ...address, open: id })}
            answer={answer}
            asksPassword={asksPassword}
          />
        </div>
      </div>
      {deeds.length > 0 && (
        <>
          <h3>What was done</h3>
          <Deeds deeds={deeds} />
        </>
      )}
    </>
  );
}

import { freshPasswordMinutes } from '~/domain/accounts/account';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { createLabelledChoices, formatLabel, KeyField, SelectField, TextField } from '~/ui/forms/field';
import { ConflictNotice } from '~/ui/forms/form-messages';
import { Button } from '~/ui/primitives/button';
import { contactPriorities, contactStatuses, feedbackPriorities, feedbackStatuses } from '~db/enums';
import type { RequestForms } from './request-forms.server';

type FormProps<Kind extends RequestForms['kind']> = {
  forms: Extract<RequestForms, { kind: Kind }>;
  actionData: RejectedForm | undefined;
};

const labels = { status: 'Status', priority: 'Priority' };

function StatusForm({ forms, actionData }: FormProps<'message' | 'feedback'>) {
  const { kind, version, status, priority } = forms;
  const rejected = actionData?.values.form === kind ? actionData : undefined;
  const isMessage = kind === 'message';
  return (
    <form method="post" className="stack">
      <input type="hidden" name="form" value={kind} />
      <input type="hidden" name="version" value={version} />
      <KeyField values={rejected?.values} />
      {rejected && rejected.values.version !== String(version) && (
        <ConflictNotice labels={labels} formValues={rejected.values} currentValues={{ status, priority }} />
      )}
      <div className="side-by-side">
        <SelectField
          name="status"
          label={labels.status}
          choices={createLabelledChoices(isMessage ? contactStatuses : feedbackStatuses)}
          value={rejected?.values.status ?? status}
          emptyText={null}
          error={rejected?.errors.status}
        />
        <SelectField
          name="priority"
          label={labels.priority}
          choices={createLabelledChoices(isMessage ? contactPriorities : feedbackPriorities)}
          value={rejected?.values.priority ?? priority}
          emptyText={null}
          error={rejected?.errors.priority}
        />
      </div>
      <p>
        <Button>Save status</Button>
      </p>
    </form>
  );
}

function Tags({ forms: { version, tags }, actionData }: FormProps<'message'>) {
  const rejected = actionData?.values.form === 'tag' ? actionData : undefined;
  return (
    <>
      {tags.length > 0 && (
        <ul className="row" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <form method="post">
                <input type="hidden" name="form" value="tag" />
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="tag" value={tag} />
                <Button name="intent" value="remove" icon="close">
                  <span className="unseen">Remove tag</span> {tag}
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <form method="post" className="side-by-side" noValidate>
        <input type="hidden" name="form" value="tag" />
        <input type="hidden" name="version" value={version} />
        <KeyField values={rejected?.values} />
        <TextField name="tag" label="Another tag" value={rejected?.values.tag} error={rejected?.errors.tag} />
        <Button name="intent" value="add">
          Add tag
        </Button>
      </form>
    </>
  );
}

function Deletion({
  forms: { version },
  actionData,
  needsPassword,
}: FormProps<'message'> & { needsPassword: boolean }) {
  const rejected = actionData?.values.form === 'delete' ? actionData : undefined;
  return (
    <form method="post" className="stack">
      <input type="hidden" name="form" value="delete" />
      <input type="hidden" name="version" value={version} />
      {needsPassword && (
        <TextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          help={`Needed to delete it. It counts for ${freshPasswordMinutes} minutes.`}
          error={rejected?.errors.password}
        />
      )}
      <p>
        <Button kind="danger">Delete message</Button>
      </p>
    </form>
  );
}

function ServiceForm({ forms: { version, next } }: FormProps<'service'>) {
  if (next.length === 0) return null;
  return (
    <form method="post" className="row">
      <input type="hidden" name="form" value="service" />
      <input type="hidden" name="version" value={version} />
      {next.map((status) => (
        <Button key={status} name="status" value={status} kind={status === 'cancelled' ? 'danger' : 'plain'}>
          {`Make it ${formatLabel(status).toLowerCase()}`}
        </Button>
      ))}
    </form>
  );
}

function VisitForm({ forms: { version, next }, actionData, id }: FormProps<'appointment'> & { id: string }) {
  const rejected = actionData?.values.form === 'visit' ? actionData : undefined;
  if (next.length === 0) return null;
  const hidden = (
    <>
      <input type="hidden" name="form" value="visit" />
      <input type="hidden" name="version" value={version} />
    </>
  );
  return (
    <>
      <form method="post" className="row">
        {hidden}
        {next.includes('confirmed') && (
          <Button name="status" value="confirmed">
            Confirm
          </Button>
        )}
        {next.includes('done') && (
          <Button name="status" value="done">
            Came
          </Button>
        )}
        <a className="action-link" href={paths.appointment({ id })}>
          Change time
        </a>
      </form>
      <form method="post" className="side-by-side" noValidate>
        {hidden}
        <KeyField values={rejected?.values} />
        <TextField
          name="reason"
          label="Reason, for the customer"
          value={rejected?.values.reason}
          error={rejected?.errors['visit-reason']}
        />
        <Button kind="danger" name="status" value="cancelled">
          Cancel visit
        </Button>
      </form>
    </>
  );
}

type RequestFormsViewProps = {
  id: string;
  forms: RequestForms;
  actionData: RejectedForm | undefined;
  needsPassword: boolean;
};

/** What can be done with a request of each kind beyond answering it. */
export function RequestFormsView({ id, forms, actionData, needsPassword }: RequestFormsViewProps) {
  return (
    <div className="stack">
      {(forms.kind === 'message' || forms.kind === 'feedback') && <StatusForm forms={forms} actionData={actionData} />}
      {forms.kind === 'message' && <Tags forms={forms} actionData={actionData} />}
      {forms.kind === 'message' && <Deletion forms={forms} actionData={actionData} needsPassword={needsPassword} />}
      {forms.kind === 'service' && <ServiceForm forms={forms} actionData={actionData} />}
      {forms.kind === 'appointment' && <VisitForm forms={forms} actionData={actionData} id={id} />}
    </div>
  );
}

import type { ExplainedCall } from '~/doors/contract/explained-call.server';
import { FactList } from '~/ui/page/fact-list';
import { Tag } from '~/ui/signs/tag';
import { Marked } from './marked';

type Fields = ExplainedCall['fields'];

function FieldList({ title, fields }: { title: string; fields: Fields }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <FactList facts={fields.map(({ name, rule }) => ({ name, value: <Marked text={rule} /> }))} />
    </>
  );
}

/** One endpoint: access, parameters, request body, example request and example response. */
export function Call({ call }: { call: ExplainedCall }) {
  const { id, method, path, summary, description, who, parameters, fields, curl, answer, refusals } = call;
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>
        <Marked text={summary} />
      </h2>
      <p className="row">
        <Tag>{method}</Tag> <code>{path}</code>
      </p>
      <p>
        {`${who}. `}
        {description && <Marked text={description} />}
      </p>
      <FieldList title="Parameters" fields={parameters} />
      <FieldList title="Request body" fields={fields} />
      <h3>Example request</h3>
      <pre>{curl}</pre>
      <details>
        <summary>{`Example response: ${answer.status}`}</summary>
        <pre>{answer.json}</pre>
      </details>
      <p className="s">{`Error statuses: ${refusals.join(', ')}.`}</p>
    </section>
  );
}

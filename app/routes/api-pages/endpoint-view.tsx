import type { ExplainedEndpoint } from '~/api/endpoint-reference.server';
import { FactList } from '~/ui/page/text-blocks';
import { Tag } from '~/ui/primitives/chips';

/** A sentence with code between backticks. */
export function Marked({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    // The position is a stable key, because the text never changes.
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
}

type Fields = ExplainedEndpoint['fields'];

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
export function EndpointSection({ endpoint }: { endpoint: ExplainedEndpoint }) {
  const { id, method, path, summary, description, access, parameters, fields, curl, response, rejections } = endpoint;
  return (
    <section id={id} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>
        <Marked text={summary} />
      </h2>
      <p className="row">
        <Tag>{method}</Tag> <code>{path}</code>
      </p>
      <p>
        {`${access}. `}
        {description && <Marked text={description} />}
      </p>
      <FieldList title="Parameters" fields={parameters} />
      <FieldList title="Request body" fields={fields} />
      <h3>Example request</h3>
      <pre>{curl}</pre>
      <details>
        <summary>{`Example response: ${response.status}`}</summary>
        <pre>{response.json}</pre>
      </details>
      <p className="note">{`Error statuses: ${rejections.join(', ')}.`}</p>
    </section>
  );
}

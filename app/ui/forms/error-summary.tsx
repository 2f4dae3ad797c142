import { Icon } from '~/ui/icons/icon';

type ErrorSummaryProps = {
  message: string;
  /** Each field at fault with its sentence. A name without a control on the screen still says what is wrong. */
  errors?: Readonly<Record<string, string>>;
};

/** The red box above a refused form: what is wrong, with a link to each field. Takes the focus when it appears. */
export function ErrorSummary({ message, errors = {} }: ErrorSummaryProps) {
  const faults = Object.entries(errors);
  return (
    <div className="msg" role="alert" id="errors" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <h2>{message}</h2>
        {faults.length > 0 && (
          <ul>
            {faults.map(([field, sentence]) => (
              <li key={field}>
                <a href={`#${field}`}>{sentence}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

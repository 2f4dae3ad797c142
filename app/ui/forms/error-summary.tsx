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
    // biome-ignore lint/a11y/noAutofocus: the answer to a form starts where it says what to mend, without a script
    <div className="msg" role="alert" id="errors" tabIndex={-1} autoFocus>
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

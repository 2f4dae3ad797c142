import { Icon } from '~/ui/icons/icon';

type RemoveProps = {
  /** Of the vehicle. */
  name: string;
  /** Takes it off the visitor's own list, by the form of that id; null where the address is the list. */
  button: { form: string; name: 'remove'; value: string } | null;
  /** The same comparison without it. */
  href: string;
};

/** The × over a column. */
export function Remove({ name, button, href }: RemoveProps) {
  const content = (
    <>
      <Icon name="close" />
      <span className="vh">{`Remove ${name}`}</span>
    </>
  );
  if (!button) {
    return (
      <a className="sq" href={href}>
        {content}
      </a>
    );
  }
  return (
    <button type="submit" className="sq" {...button}>
      {content}
    </button>
  );
}

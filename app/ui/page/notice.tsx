import { Icon } from '~/ui/icons/icon';

type NoticeProps = { kind: 'ok' | 'error'; text: string };

/** A message: green when something was done, red when it was not. Stands in a live region or brings its own role. */
export function Notice({ kind, text }: NoticeProps) {
  return (
    <div className={kind === 'ok' ? 'msg ok' : 'msg'}>
      <Icon name={kind === 'ok' ? 'check' : 'alert'} />
      <p>{text}</p>
    </div>
  );
}

/** Where one-time messages are told: there from the start, so that what is put in later is read out too. */
export function NoticeRegion({ notice }: { notice: NoticeProps | null }) {
  return (
    <div className="told" role="status" id="told">
      {notice && <Notice {...notice} />}
    </div>
  );
}

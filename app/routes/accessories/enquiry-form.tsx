import type { ReactNode } from 'react';
import { paths } from '~/paths';

type EnquiryFormProps = {
  /** Id of the part of the screen to come back to; absent: the accessory whose button was pressed. */
  backTo?: string;
  children: ReactNode;
};

/** The form around accessories, each with a button that puts it on the enquiry list or takes it off. */
export function EnquiryForm({ backTo, children }: EnquiryFormProps) {
  return (
    <form method="post" action={paths.enquiryList()} data-in-place="">
      {backTo && <input type="hidden" name="returnTo" value={paths.accessories(backTo)} />}
      {children}
    </form>
  );
}

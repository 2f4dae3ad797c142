import { trapName } from '~/domain/messages/message';
import { reportItem } from '~/domain/reports/reports.server';
import { formAction } from '~/http/form-action.server';
import { findReported, reportPath } from './report.loader.server';

/** The form that reports the item of the URL. */
export const reportAction = formAction({
  access: findReported,
  signIn: { path: reportPath },
  command: reportItem,
  // How quickly the form was sent is no evidence of a bot: a reason is soon chosen.
  decode: ({ fields, values }, { about }) => ({ ...values, about, isSuspect: Boolean(fields.get(trapName)) }),
  onSuccess: (_report, _post, { backHref }) => ({ to: backHref, flash: 'report-sent' }),
  redisplay: () => ({}),
});

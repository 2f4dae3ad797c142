import { emailFault, nameFault, newEmailFault, passwordFault } from '~/domain/accounts/account-faults';

export const panels = ['google', 'facebook'] as const;
export type Panel = (typeof panels)[number];
export const panelNames: Record<Panel, string> = { google: 'Google', facebook: 'Facebook' };

/**
 * One form with two modes, and the Google and Facebook panels (docs/product.md, "Sign in and sign up"), which sign in
 * as any form does.
 */
export type SignInMode = 'signin' | 'signup' | 'code';

/** What the form's hidden field says, which the action goes by. */
export const modeField = 'mode';

/** What failed when no sentence came (docs/product.md, "Sign in and sign up"). */
export const authenticationFailed = 'Authentication failed';

const faultsOf = {
  signin: { email: emailFault, password: passwordFault },
  code: {},
  signup: { name: nameFault, email: newEmailFault, password: passwordFault },
} satisfies Record<SignInMode, Readonly<Record<string, (text: string) => string | null>>>;

export const modeOf = (text: unknown): SignInMode => (text === 'signup' || text === 'code' ? text : 'signin');

/** What a script can see is wrong before the form is sent, in the sentences the server would say. */
export function faultsIn(form: HTMLFormElement): Record<string, string> {
  const typed = new FormData(form);
  const mode = modeOf(typed.get(modeField));
  return Object.fromEntries(
    Object.entries(faultsOf[mode]).flatMap(([name, faultOf]) => {
      const value = typed.get(name);
      const fault = typeof value === 'string' ? faultOf(name === 'password' ? value : value.trim()) : null;
      return fault ? [[name, fault]] : [];
    }),
  );
}

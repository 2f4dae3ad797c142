import shortcutsScript from 'virtual:shortcuts-script';
import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext } from 'react';
import { formatCount } from '~/domain/shared/money';
import { mayUse } from '~/domain/shared/permissions';
import { deskPaths, paths, setupPaths } from '~/paths';
import { useDocument, useSite } from '../document';
import { HiddenFields } from '../forms/field';
import { lastElementId, type NavigationLink } from '../layout/layout';
import type { FlashMessageProps } from '../page/flash-message';
import { ActionLink, Button } from '../primitives/button';
import { Icon, IconWithLabel } from '../primitives/icon';
import type { Role } from '~db/enums';
import { type SectionName, sections, findSection, findList } from './sections';

/** What every page of the desk shows of its state. */
export type DeskState = {
  /** Name of the operator. */
  name: string;
  role: Role;
  waiting: Readonly<Partial<Record<SectionName, number>>>;
  /** What is wrong with the machine, in a few words; null when nothing is. */
  alarm: string | null;
  /** Whether the first owner has not finished with the first run. */
  isSettingUp: boolean;
  hasShortcuts: boolean;
};

type Done = FlashMessageProps & { undo?: { action: string; fields: Readonly<Record<string, string>> } | undefined };

type DeskFrameProps = { state: DeskState; done: Done | null; children: ReactNode };

const DeskContext = createContext<Omit<DeskFrameProps, 'children'> | null>(null);

/** The layout of all pages at `/desk`, in place of the public menu, footer and compare bar. */
export function DeskFrame({ state, done, children }: DeskFrameProps) {
  const { savesData } = useDocument();
  return (
    <DeskContext.Provider value={{ state, done }}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {state.hasShortcuts && !savesData && <script type="module" async src={shortcutsScript} />}
      <div className="desk-frame">
        <Navigation {...state} />
        <main id="main">{children}</main>
      </div>
      <i id={lastElementId} hidden />
    </DeskContext.Provider>
  );
}

const writeInitials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

/** The first list that an operator may see; null if there is none, and the section is not shown. */
const findEntrance = ({ lists, href }: (typeof sections)[number], state: DeskState): string | null =>
  lists.length === 0 ? href : (lists.find(({ permission }) => !permission || mayUse(state, permission))?.href ?? null);

function Navigation(state: DeskState) {
  const { name, waiting, alarm } = state;
  const { name: shop } = useSite();
  const current = findSection(useLocation().pathname);
  return (
    <nav className="desk-nav" aria-label="Desk">
      <a className="skip-link" href={deskPaths.shortcuts()} data-key="?">
        Keyboard shortcuts
      </a>
      <a className="nav-shop" href={paths.home()}>
        {shop}
        <small>See the shop</small>
      </a>
      <ul>
        {sections.map((section) => {
          const href = findEntrance(section, state);
          return (
            href !== null && (
              <li key={section.name}>
                <a href={href} aria-current={section === current ? 'page' : undefined} data-key={`g${section.key}`}>
                  <Icon name={section.icon} />
                  {section.text}
                  <SectionCount count={waiting[section.name] ?? 0} alarm={section.name === 'team' ? alarm : null} />
                </a>
              </li>
            )
          );
        })}
      </ul>
      <a className="nav-account" href={paths.profileView('security')}>
        <b aria-hidden="true">{writeInitials(name)}</b>
        {name.split(' ', 1)[0]}
      </a>
    </nav>
  );
}

function SectionCount({ count, alarm }: { count: number; alarm: string | null }) {
  if (alarm !== null) {
    return (
      <b className="nav-count nav-alarm">
        !<span className="unseen">{` ${alarm}`}</span>
      </b>
    );
  }
  if (count === 0) return null;
  return (
    <b className="nav-count">
      {count > 999 ? '999+' : count}
      <span className="unseen"> waiting</span>
    </b>
  );
}

type DeskPageProps = {
  title: string;
  /** The list that the page of one entry belongs to: an arrow in place of the lists of the section. */
  back?: NavigationLink;
  /** The one yellow action, shown in the head of wide screens. */
  action?: NavigationLink | null;
  /** What is searched for. */
  q?: string;
  children: ReactNode;
};

/** A page of the desk: its head with find, the lists of its section, what was just done, and its content. */
export function DeskPage({ title, back, action, q, children }: DeskPageProps) {
  return (
    <div className="desk-main">
      <header className="desk-head">
        {back && (
          <a className="icon-button" href={back.href}>
            <IconWithLabel name="back" label={`Back to ${back.text}`} />
          </a>
        )}
        <h1>{title}</h1>
        <FindForm id="find" q={q} />
        {action && (
          <a className="button button-primary" href={action.href}>
            {action.text}
          </a>
        )}
        <a className="icon-button desk-narrow" href={deskPaths.find()} data-key="/">
          <IconWithLabel name="search" label="Find" />
        </a>
        <a className="icon-button desk-narrow" href={paths.home()}>
          <IconWithLabel name="shop" label="See the shop" />
        </a>
      </header>
      {!back && <SectionLists />}
      <SetupLink />
      <DoneNotice />
      {children}
      {!back && <SectionLinks />}
    </div>
  );
}

export function FindForm({ id, q }: { id: string; q?: string | undefined }) {
  return (
    <search className="find">
      <form action={deskPaths.find()}>
        <label className="unseen" htmlFor={id}>
          Name, phone, reference or plate
        </label>
        <input id={id} name="q" type="search" defaultValue={q} placeholder="Name, phone, plate" />
        <button type="submit" className="button">
          <IconWithLabel name="search" label="Find" />
        </button>
      </form>
    </search>
  );
}

function SectionLists() {
  const { pathname } = useLocation();
  const state = useContext(DeskContext)?.state;
  const section = findSection(pathname);
  const lists = section?.lists.filter(({ permission }) => !permission || mayUse(state ?? null, permission)) ?? [];
  if (!section || lists.length < 2) return null;
  const current = findList(section, pathname);
  const count = state?.waiting[section.name] ?? 0;
  return (
    <nav className="desk-tabs" aria-label={section.text}>
      <ul>
        {lists.map((list) => (
          <li key={list.href}>
            <a href={list.href} aria-current={list === current ? 'page' : undefined}>
              {list.hasCount && count > 0 ? `${list.text} ${formatCount(count)}` : list.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SectionLinks() {
  const { pathname } = useLocation();
  const state = useContext(DeskContext)?.state ?? null;
  const section = findSection(pathname);
  const links = section?.links.filter(({ permission }) => mayUse(state, permission)) ?? [];
  if (!state || !section || links.length === 0 || pathname !== findEntrance(section, state)) return null;
  return (
    <nav className="section-links" aria-label={`More of ${section.text}`}>
      {links.map(({ text, href }) => (
        <ActionLink key={href} href={href}>
          {text}
        </ActionLink>
      ))}
    </nav>
  );
}

function SetupLink() {
  const state = useContext(DeskContext)?.state;
  if (!state?.isSettingUp) return null;
  return (
    <p>
      <ActionLink href={setupPaths.step(2)}>Go on setting up the shop</ActionLink>
    </p>
  );
}

/** The live region is there before there is something to say, so that it is read out. */
function DoneNotice() {
  const done = useContext(DeskContext)?.done;
  return (
    <div role="status" className="done-status">
      {done && (
        <div className={done.kind === 'ok' ? 'done-notice' : 'done-notice done-failed'}>
          <Icon name={done.kind === 'ok' ? 'check' : 'alert'} />
          <p>
            {done.text}{' '}
            {done.next && (
              <>
                <a href={done.next.href}>{done.next.link}</a>
                {done.next.text}
              </>
            )}
          </p>
          {done.undo && (
            <form method="post" action={done.undo.action}>
              <HiddenFields fields={done.undo.fields} />
              <Button icon="undo">Undo</Button>
            </form>
          )}
        </div>
      )}
    </div>
  );
}

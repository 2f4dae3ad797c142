import { Fragment } from 'react';
import { createPhoneHref } from '~/domain/shared/phone';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';
import { customerServiceLinks, type NavigationLink, quickLinks } from './navigation';

export type FooterContact = {
  phone: string;
  email: string;
  address: string;
  social: readonly { network: 'facebook' | 'instagram' | 'twitter' | 'whatsapp'; name: string; url: string }[];
};

/** A list that is collapsed on phones, where only one can be open, and expanded on wider screens. */
function LinkList({ title, links }: { title: string; links: readonly NavigationLink[] }) {
  return (
    <nav aria-label={title}>
      <details name="footer">
        <summary>
          <h2>{title}</h2>
          <Icon name="down" />
        </summary>
        <ul>
          {links.map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

export function Footer({ contact }: { contact: FooterContact }) {
  return (
    <footer className="footer">
      <div>
        <LinkList title="Quick links" links={quickLinks} />
        <LinkList title="Customer service" links={customerServiceLinks} />
        <ul className="footer-contact" aria-label="Contact">
          <li>
            <a href={createPhoneHref(contact.phone)}>
              <Icon name="phone" />
              {contact.phone}
            </a>
          </li>
          <li>
            <a href={`mailto:${contact.email}`}>
              <Icon name="mail" />
              {contact.email}
            </a>
          </li>
          <li>
            <a href={paths.companyDetails()}>
              <Icon name="pin" />
              {contact.address}
            </a>
          </li>
          <li className="row">
            {contact.social.map(({ network, name, url }) => (
              <Fragment key={network}>
                <a href={url}>
                  <Icon name={network} />
                  <span className="visually-hidden">{name}</span>
                </a>{' '}
              </Fragment>
            ))}
          </li>
        </ul>
      </div>
    </footer>
  );
}

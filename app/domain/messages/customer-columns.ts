import { type ContactStatus, contactCategories, contactStatuses } from '~db/enums';
import type { Columns } from '../import/columns';
import { maxLengths } from './message';

const maxImportedMessage = 20_000;

const handled = 'resolved' satisfies ContactStatus;
const open = 'new' satisfies ContactStatus;

/** The columns of a list of customers of an older system, which become messages. */
export const customerColumns = {
  id: { field: { kind: 'line', label: 'Id', most: 60 } },
  externalId: {
    field: { kind: 'line', label: 'Number there', most: 60 },
    synonyms: [
      'Number',
      'No',
      'Sr no',
      'Lead no',
      'Lead id',
      'Enquiry no',
      'Customer no',
      'Customer id',
      'External id',
    ],
  },
  name: {
    field: { kind: 'line', label: 'Name', most: maxLengths.name, required: true },
    synonyms: ['Customer', 'Customer name', 'Full name', 'Contact', 'Contact name', 'Contact person'],
  },
  phone: {
    field: { kind: 'line', label: 'Phone', most: 500 },
    synonyms: ['Mobile', 'Mobile no', 'Mobile number', 'Phone no', 'Phone number', 'Contact no', 'WhatsApp'],
  },
  email: { field: { kind: 'line', label: 'Email', most: 500 }, synonyms: ['Mail', 'Email id', 'Email address'] },
  subject: {
    field: { kind: 'line', label: 'About', most: maxLengths.subject },
    synonyms: ['Subject', 'Interested in', 'Vehicle', 'Model', 'Enquiry for'],
  },
  message: {
    field: { kind: 'lines', label: 'Message', most: maxImportedMessage },
    synonyms: ['Enquiry', 'Text', 'Remark', 'Remarks', 'Note', 'Notes', 'Comment', 'Comments', 'Details'],
  },
  category: {
    field: { kind: 'choice', label: 'Kind', options: contactCategories },
    synonyms: ['Category', 'Type'],
    words: {
      message: 'general',
      contact: 'general',
      enquiry: 'sales',
      inquiry: 'sales',
      lead: 'sales',
      booking: 'sales',
      visit: 'sales',
      testride: 'sales',
      service: 'support',
      servicing: 'support',
      repair: 'support',
      review: 'feedback',
    },
  },
  status: {
    field: { kind: 'choice', label: 'Status', options: contactStatuses },
    synonyms: ['State', 'Stage'],
    words: {
      open,
      waiting: open,
      unanswered: open,
      handled,
      answered: handled,
      done: handled,
      closed: handled,
      completed: handled,
      cancelled: handled,
      converted: handled,
      lost: handled,
    },
  },
  writtenAt: {
    field: { kind: 'line', label: 'Written', most: 40 },
    synonyms: ['Date', 'Day', 'Created', 'Created at', 'Created on', 'Enquiry date', 'Received'],
  },
} as const satisfies Columns;

/** The source of what one import added. */
export const toImportSource = (batch: string): string => `import:${batch}`;
export const importSources = 'import:*';

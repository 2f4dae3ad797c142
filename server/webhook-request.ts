import { Webhook } from 'standardwebhooks';
import type { Attempt } from '~/domain/webhooks/delivery.server';
import { post, type Reach } from './outgoing-request';

export type WebhookMessage = {
  url: string;
  id: string;
  body: string;
  /** Each signs. */
  secrets: readonly string[];
  now: Date;
};

export const postWebhook = ({ url, id, body, secrets, now }: WebhookMessage, reach: Reach): Promise<Attempt> =>
  post(
    {
      url,
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Dopahiya-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
    },
    reach,
  );

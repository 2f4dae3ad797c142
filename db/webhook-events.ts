/** Events that a webhook can have. */
export const webhookEvents = [
  'listing.created',
  'listing.changed',
  'listing.sold',
  'listing.removed',
  'message.created',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const deliveryEvents = [...webhookEvents, 'webhook.test'] as const;
/** Days for which settled deliveries are kept. */
export const deliveryDays = 3;
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event` text NOT NULL,
	`about_id` text,
	`previous_price_rupees` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`status` integer,
	`created_at` text NOT NULL,
	`queued_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_event" CHECK("webhook_deliveries"."event" in ('listing.created', 'listing.changed', 'listing.sold', 'listing.removed', 'message.created', 'webhook.test')),
	CONSTRAINT "webhook_deliveries_about" CHECK(("webhook_deliveries"."about_id" is null) = ("webhook_deliveries"."event" = 'webhook.test')),
	CONSTRAINT "webhook_deliveries_price" CHECK("webhook_deliveries"."previous_price_rupees" >= 0),
	CONSTRAINT "webhook_deliveries_state" CHECK("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_attempts" CHECK("webhook_deliveries"."attempts" >= 0),
	CONSTRAINT "webhook_deliveries_settles" CHECK(("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."settled_at" is null)),
	CONSTRAINT "webhook_deliveries_due_at" CHECK("webhook_deliveries"."due_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhook_deliveries_created" CHECK("webhook_deliveries"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhook_deliveries_queued" CHECK("webhook_deliveries"."queued_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhook_deliveries_settled_at" CHECK("webhook_deliveries"."settled_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`due_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_webhook` ON `webhook_deliveries` (`webhook_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_settled` ON `webhook_deliveries` (`settled_at`) WHERE settled_at is not null;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`bike_position` text NOT NULL,
	`scooter_position` text NOT NULL,
	`secret_number` integer DEFAULT 1 NOT NULL,
	`rotated_at` text,
	`failing_since` text,
	`paused_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_events" CHECK(json_valid("webhooks"."events") and json_type("webhooks"."events") = 'array'),
	CONSTRAINT "webhooks_secret" CHECK("webhooks"."secret_number" >= 1),
	CONSTRAINT "webhooks_rotated" CHECK("webhooks"."rotated_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhooks_failing" CHECK("webhooks"."failing_since" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhooks_paused" CHECK("webhooks"."paused_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "webhooks_created" CHECK("webhooks"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);--> statement-breakpoint

-- An event for the webhooks of the other side, as for mails. One that waits stands for later messages too.
CREATE TRIGGER webhook_messages AFTER INSERT ON conversation_messages BEGIN
  INSERT INTO webhook_deliveries (id, webhook_id, event, about_id, due_at, created_at, queued_at)
  SELECT 'msg_' || lower(hex(randomblob(16))), w.id, 'message.created', c.id, new.created_at, new.created_at, new.created_at
  FROM conversations c
  CROSS JOIN webhooks w ON w.user_id = CASE new.side WHEN 'buyer' THEN c.seller_user_id ELSE c.buyer_user_id END
  WHERE c.id = new.conversation_id AND w.paused_at IS NULL AND (new.side = 'seller' OR c.is_suspect = 0)
    AND EXISTS (SELECT 1 FROM json_each(w.events) WHERE value = 'message.created')
    AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
      WHERE d.webhook_id = w.id AND d.settled_at IS NULL AND d.event = 'message.created' AND d.about_id = c.id);
END;

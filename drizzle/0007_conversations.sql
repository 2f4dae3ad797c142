CREATE TABLE `conversation_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`side` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "conversation_messages_side" CHECK("conversation_messages"."side" in ('buyer', 'seller')),
	CONSTRAINT "conversation_messages_text" CHECK(length(trim("conversation_messages"."text")) > 0),
	CONSTRAINT "conversation_messages_created" CHECK("conversation_messages"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `conversation_messages_of` ON `conversation_messages` (`conversation_id`,`id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`listing_id` text,
	`listing_name` text NOT NULL,
	`subject` text NOT NULL,
	`seller_user_id` text,
	`seller_key_id` text,
	`buyer_user_id` text,
	`buyer_key_hash` text,
	`buyer_name` text,
	`buyer_email` text,
	`buyer_phone` text,
	`buyer_shares_phone` integer DEFAULT false NOT NULL,
	`buyer_shares_email` integer DEFAULT false NOT NULL,
	`seller_shares_phone` integer DEFAULT false NOT NULL,
	`seller_shares_email` integer DEFAULT false NOT NULL,
	`buyer_unread` integer DEFAULT 0 NOT NULL,
	`seller_unread` integer DEFAULT 0 NOT NULL,
	`is_suspect` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`last_written_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`seller_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`seller_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`buyer_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "conversations_listing_name" CHECK(length(trim("conversations"."listing_name")) > 0),
	CONSTRAINT "conversations_subject" CHECK(length(trim("conversations"."subject")) > 0),
	CONSTRAINT "conversations_one_seller" CHECK("conversations"."seller_user_id" is null or "conversations"."seller_key_id" is null),
	CONSTRAINT "conversations_one_buyer" CHECK("conversations"."buyer_user_id" is null or "conversations"."buyer_key_hash" is null),
	CONSTRAINT "conversations_key_hash" CHECK(length("conversations"."buyer_key_hash") = 64),
	CONSTRAINT "conversations_unread" CHECK("conversations"."buyer_unread" >= 0 and "conversations"."seller_unread" >= 0),
	CONSTRAINT "conversations_created" CHECK("conversations"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "conversations_written" CHECK("conversations"."last_written_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_buyer_key` ON `conversations` (`buyer_key_hash`);--> statement-breakpoint
CREATE INDEX `conversations_newest` ON `conversations` (`created_at`);--> statement-breakpoint
CREATE INDEX `conversations_listing` ON `conversations` (`listing_id`,`buyer_user_id`);--> statement-breakpoint
CREATE INDEX `conversations_seller` ON `conversations` (`seller_user_id`,`last_written_at`) WHERE seller_user_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_seller_key` ON `conversations` (`seller_key_id`,`last_written_at`) WHERE seller_key_id is not null;--> statement-breakpoint
CREATE INDEX `conversations_buyer` ON `conversations` (`buyer_user_id`,`last_written_at`) WHERE buyer_user_id is not null;--> statement-breakpoint

-- A report of a conversation goes when that goes.
CREATE TRIGGER reports_of_conversation_go AFTER DELETE ON conversations BEGIN
  DELETE FROM reports WHERE about_kind = 'conversation' AND about_id = old.id;
END;

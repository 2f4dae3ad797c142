CREATE TABLE `held_replies` (
	`conversation_id` text NOT NULL,
	`side` text NOT NULL,
	`text` text NOT NULL,
	`send_at` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `side`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "held_replies_side" CHECK("held_replies"."side" in ('buyer', 'seller')),
	CONSTRAINT "held_replies_text" CHECK(length(trim("held_replies"."text")) > 0),
	CONSTRAINT "held_replies_send_at" CHECK("held_replies"."send_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `held_replies_due` ON `held_replies` (`send_at`);
CREATE TABLE `blocked_senders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`blocked_user_id` text,
	`blocked_visitor_hash` text,
	`blocked_key_id` text,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "blocked_senders_one" CHECK(("blocked_senders"."blocked_user_id" is not null) + ("blocked_senders"."blocked_visitor_hash" is not null) + ("blocked_senders"."blocked_key_id" is not null) = 1),
	CONSTRAINT "blocked_senders_hash" CHECK(length("blocked_senders"."blocked_visitor_hash") = 64),
	CONSTRAINT "blocked_senders_name" CHECK(length(trim("blocked_senders"."name")) > 0),
	CONSTRAINT "blocked_senders_created" CHECK("blocked_senders"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_senders_user` ON `blocked_senders` (`user_id`,`blocked_user_id`) WHERE blocked_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_senders_visitor` ON `blocked_senders` (`user_id`,`blocked_visitor_hash`) WHERE blocked_visitor_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_senders_key` ON `blocked_senders` (`user_id`,`blocked_key_id`) WHERE blocked_key_id is not null;--> statement-breakpoint
CREATE INDEX `blocked_senders_newest` ON `blocked_senders` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `blocked_senders_of_user` ON `blocked_senders` (`blocked_user_id`) WHERE blocked_user_id is not null;--> statement-breakpoint
CREATE INDEX `blocked_senders_of_key` ON `blocked_senders` (`blocked_key_id`) WHERE blocked_key_id is not null;
CREATE TABLE `authenticators` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "authenticators_secret" CHECK(length("authenticators"."secret") = 32),
	CONSTRAINT "authenticators_step" CHECK("authenticators"."last_step" >= 0),
	CONSTRAINT "authenticators_created" CHECK("authenticators"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE TABLE `pending_sign_ins` (
	`ticket_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pending_sign_ins_hash" CHECK(length("pending_sign_ins"."ticket_hash") = 64),
	CONSTRAINT "pending_sign_ins_expires" CHECK("pending_sign_ins"."expires_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `pending_sign_ins_user` ON `pending_sign_ins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_sign_ins_expiry` ON `pending_sign_ins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `authenticators`(`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "recovery_codes_hash" CHECK(length("recovery_codes"."code_hash") = 64)
) STRICT;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `password_confirmed_at` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `sender_hash` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);
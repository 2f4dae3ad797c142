CREATE TABLE `mail_stops` (
	`address_hash` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`address_hash`, `kind`),
	CONSTRAINT "mail_stops_address" CHECK(length("mail_stops"."address_hash") = 64),
	CONSTRAINT "mail_stops_kind" CHECK("mail_stops"."kind" in ('message', 'answer', 'appointment', 'report', 'recovery') and "mail_stops"."kind" <> 'recovery'),
	CONSTRAINT "mail_stops_created" CHECK("mail_stops"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`about_id` text,
	`user_id` text,
	`address` text,
	`times` integer DEFAULT 1 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` text NOT NULL,
	`lease` text,
	`link_hash` text,
	`reason` text,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mails_kind" CHECK("mails"."kind" in ('message', 'answer', 'appointment', 'report', 'recovery')),
	CONSTRAINT "mails_state" CHECK("mails"."state" in ('waiting', 'claimed', 'sending', 'sent', 'failed', 'unknown')),
	CONSTRAINT "mails_recipient" CHECK(("mails"."user_id" is null) <> ("mails"."address" is null)),
	CONSTRAINT "mails_times" CHECK("mails"."times" > 0),
	CONSTRAINT "mails_attempts" CHECK("mails"."attempts" >= 0),
	CONSTRAINT "mails_leased" CHECK(("mails"."state" in ('claimed', 'sending')) = ("mails"."lease" is not null)),
	CONSTRAINT "mails_link_hash" CHECK(length("mails"."link_hash") = 64),
	CONSTRAINT "mails_settles" CHECK(("mails"."state" in ('sent', 'failed', 'unknown')) = ("mails"."settled_at" is not null)),
	CONSTRAINT "mails_due_at" CHECK("mails"."due_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "mails_created" CHECK("mails"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "mails_settled_at" CHECK("mails"."settled_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `mails_subject` ON `mails` (`kind`,`about_id`,`user_id`,`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `mails_link` ON `mails` (`link_hash`) WHERE link_hash is not null;--> statement-breakpoint
CREATE INDEX `mails_settled` ON `mails` (`settled_at`) WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`settled_at`) WHERE state in ('failed', 'unknown');--> statement-breakpoint
CREATE TABLE `__new_account_recovery_codes` (
	`user_id` text NOT NULL,
	`origin` text NOT NULL,
	`code_hash` text NOT NULL,
	`kept_at` text,
	`expires_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `origin`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_recovery_codes_origin" CHECK("__new_account_recovery_codes"."origin" in ('own', 'issued', 'mailed')),
	CONSTRAINT "account_recovery_codes_hash" CHECK(length("__new_account_recovery_codes"."code_hash") = 64),
	CONSTRAINT "account_recovery_codes_kept" CHECK("__new_account_recovery_codes"."kept_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "account_recovery_codes_expires" CHECK("__new_account_recovery_codes"."expires_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "account_recovery_codes_ends" CHECK(("__new_account_recovery_codes"."origin" = 'own') = ("__new_account_recovery_codes"."expires_at" is null)),
	CONSTRAINT "account_recovery_codes_created" CHECK("__new_account_recovery_codes"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_account_recovery_codes`("user_id", "origin", "code_hash", "kept_at", "expires_at", "created_at") SELECT "user_id", "origin", "code_hash", "kept_at", "expires_at", "created_at" FROM `account_recovery_codes`;--> statement-breakpoint
DROP TABLE `account_recovery_codes`;--> statement-breakpoint
ALTER TABLE `__new_account_recovery_codes` RENAME TO `account_recovery_codes`;--> statement-breakpoint
CREATE INDEX `account_recovery_codes_expiry` ON `account_recovery_codes` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX `users_operators` ON `users` (`created_at`) WHERE role = 'operator';
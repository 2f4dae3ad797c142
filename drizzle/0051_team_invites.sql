CREATE TABLE `team_invites` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`role` text NOT NULL,
	`email` text,
	`invited_by` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "team_invites_hash" CHECK(length("team_invites"."token_hash") = 64),
	CONSTRAINT "team_invites_role" CHECK("team_invites"."role" in ('clerk', 'manager', 'owner')),
	CONSTRAINT "team_invites_created" CHECK("team_invites"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "team_invites_expires" CHECK("team_invites"."expires_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `team_invites_token` ON `team_invites` (`token_hash`);--> statement-breakpoint
CREATE INDEX `team_invites_inviter` ON `team_invites` (`invited_by`);--> statement-breakpoint
CREATE INDEX `team_invites_email` ON `team_invites` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE INDEX `team_invites_expiry` ON `team_invites` (`expires_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_mail_stops` (
	`address_hash` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`address_hash`, `kind`),
	CONSTRAINT "mail_stops_address" CHECK(length("__new_mail_stops"."address_hash") = 64),
	CONSTRAINT "mail_stops_kind" CHECK("__new_mail_stops"."kind" in ('message', 'answer', 'appointment', 'report', 'recovery', 'lead', 'invite') and "__new_mail_stops"."kind" <> 'recovery'),
	CONSTRAINT "mail_stops_created" CHECK("__new_mail_stops"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_mail_stops`("address_hash", "kind", "created_at") SELECT "address_hash", "kind", "created_at" FROM `mail_stops`;--> statement-breakpoint
DROP TABLE `mail_stops`;--> statement-breakpoint
ALTER TABLE `__new_mail_stops` RENAME TO `mail_stops`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `__new_mails` (
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
	CONSTRAINT "mails_kind" CHECK("__new_mails"."kind" in ('message', 'answer', 'appointment', 'report', 'recovery', 'lead', 'invite')),
	CONSTRAINT "mails_state" CHECK("__new_mails"."state" in ('waiting', 'claimed', 'sending', 'sent', 'failed', 'unknown')),
	CONSTRAINT "mails_recipient" CHECK(("__new_mails"."user_id" is null) <> ("__new_mails"."address" is null)),
	CONSTRAINT "mails_times" CHECK("__new_mails"."times" > 0),
	CONSTRAINT "mails_attempts" CHECK("__new_mails"."attempts" >= 0),
	CONSTRAINT "mails_leased" CHECK(("__new_mails"."state" in ('claimed', 'sending')) = ("__new_mails"."lease" is not null)),
	CONSTRAINT "mails_link_hash" CHECK(length("__new_mails"."link_hash") = 64),
	CONSTRAINT "mails_settles" CHECK(("__new_mails"."state" in ('sent', 'failed', 'unknown')) = ("__new_mails"."settled_at" is not null)),
	CONSTRAINT "mails_due_at" CHECK("__new_mails"."due_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "mails_created" CHECK("__new_mails"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "mails_settled_at" CHECK("__new_mails"."settled_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_mails`("id", "kind", "about_id", "user_id", "address", "times", "state", "attempts", "due_at", "lease", "link_hash", "reason", "created_at", "settled_at") SELECT "id", "kind", "about_id", "user_id", "address", "times", "state", "attempts", "due_at", "lease", "link_hash", "reason", "created_at", "settled_at" FROM `mails`;--> statement-breakpoint
DROP TABLE `mails`;--> statement-breakpoint
ALTER TABLE `__new_mails` RENAME TO `mails`;--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `mails_subject` ON `mails` (`kind`,`about_id`,`user_id`,`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `mails_address` ON `mails` (`address`,`state`) WHERE address is not null;--> statement-breakpoint
CREATE INDEX `mails_user` ON `mails` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `mails_link` ON `mails` (`link_hash`) WHERE link_hash is not null;--> statement-breakpoint
CREATE INDEX `mails_settled` ON `mails` (`settled_at`) WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX `mails_unsent` ON `mails` (`settled_at`) WHERE state in ('failed', 'unknown');
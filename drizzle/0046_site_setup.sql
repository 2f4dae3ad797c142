CREATE TABLE `site_setup` (
	`id` integer PRIMARY KEY NOT NULL,
	`token_hash` text,
	`owner_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "site_setup_one_row" CHECK("site_setup"."id" = 1),
	CONSTRAINT "site_setup_state" CHECK(("site_setup"."token_hash" is null) <> ("site_setup"."owner_id" is null)),
	CONSTRAINT "site_setup_token" CHECK(length("site_setup"."token_hash") = 64),
	CONSTRAINT "site_setup_created" CHECK("site_setup"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `site_setup_owner` ON `site_setup` (`owner_id`) WHERE owner_id is not null;
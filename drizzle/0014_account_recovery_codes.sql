CREATE TABLE `account_recovery_codes` (
	`user_id` text NOT NULL,
	`origin` text NOT NULL,
	`code_hash` text NOT NULL,
	`kept_at` text,
	`expires_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `origin`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "account_recovery_codes_origin" CHECK("account_recovery_codes"."origin" in ('own', 'issued')),
	CONSTRAINT "account_recovery_codes_hash" CHECK(length("account_recovery_codes"."code_hash") = 64),
	CONSTRAINT "account_recovery_codes_kept" CHECK("account_recovery_codes"."kept_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "account_recovery_codes_expires" CHECK("account_recovery_codes"."expires_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "account_recovery_codes_ends" CHECK(("account_recovery_codes"."origin" = 'issued') = ("account_recovery_codes"."expires_at" is not null)),
	CONSTRAINT "account_recovery_codes_created" CHECK("account_recovery_codes"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `account_recovery_codes_expiry` ON `account_recovery_codes` (`expires_at`) WHERE expires_at is not null;
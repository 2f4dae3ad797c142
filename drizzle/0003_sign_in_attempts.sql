CREATE TABLE `sign_in_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_hash` text NOT NULL,
	`address_hash` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "sign_in_attempts_account_hash" CHECK(length("sign_in_attempts"."account_hash") = 64),
	CONSTRAINT "sign_in_attempts_address_hash" CHECK(length("sign_in_attempts"."address_hash") = 64),
	CONSTRAINT "sign_in_attempts_created_at" CHECK("sign_in_attempts"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_account` ON `sign_in_attempts` (`account_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_address` ON `sign_in_attempts` (`address_hash`,`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_created` ON `sign_in_attempts` (`created_at`);
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`content` blob,
	`state` text NOT NULL,
	`mapping` text,
	`report` text,
	`failure` text,
	`progress` integer DEFAULT 0 NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "imports_kind_known" CHECK("imports"."kind" in ('stock')),
	CONSTRAINT "imports_state_known" CHECK("imports"."state" in ('checking', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
	CONSTRAINT "imports_file_name" CHECK(length(trim("imports"."file_name")) > 0),
	CONSTRAINT "imports_progress" CHECK("imports"."progress" >= 0),
	CONSTRAINT "imports_created_at" CHECK("imports"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "imports_updated_at" CHECK("imports"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `imports_created` ON `imports` (`created_at`);--> statement-breakpoint
CREATE TABLE `stock_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`title` text NOT NULL,
	`action` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`batch` text NOT NULL,
	`operator_id` text NOT NULL,
	`operator_name` text NOT NULL,
	`created_at` text NOT NULL,
	`undone_at` text,
	CONSTRAINT "stock_changes_subject_known" CHECK("stock_changes"."subject" in ('vehicle', 'listing')),
	CONSTRAINT "stock_changes_action_known" CHECK("stock_changes"."action" in ('added', 'changed', 'sold', 'for sale', 'hidden', 'public', 'retired', 'undone')),
	CONSTRAINT "stock_changes_title" CHECK(length(trim("stock_changes"."title")) > 0),
	CONSTRAINT "stock_changes_before" CHECK(json_valid("stock_changes"."before")),
	CONSTRAINT "stock_changes_after" CHECK(json_valid("stock_changes"."after")),
	CONSTRAINT "stock_changes_created_at" CHECK("stock_changes"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "stock_changes_undone_at" CHECK("stock_changes"."undone_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_changes_subject` ON `stock_changes` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `stock_changes_batch` ON `stock_changes` (`batch`,`id`);--> statement-breakpoint
CREATE INDEX `stock_changes_created` ON `stock_changes` (`created_at`);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `external_id` text CONSTRAINT "vehicles_external_id" CHECK(length(`external_id`) between 1 and 60);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `edited_at` text CONSTRAINT "vehicles_edited" CHECK(`edited_at` glob '????-??-??T??:??:??.???Z');--> statement-breakpoint
ALTER TABLE `vehicles` ADD `sold_at` text CONSTRAINT "vehicles_sold" CHECK(`sold_at` glob '????-??-??T??:??:??.???Z');--> statement-breakpoint
ALTER TABLE `vehicles` ADD `retired_at` text CONSTRAINT "vehicles_retired" CHECK(`retired_at` is null or `hidden_at` is not null);--> statement-breakpoint
CREATE UNIQUE INDEX `vehicles_external` ON `vehicles` (coalesce(owner_user_id, ''),`external_id`) WHERE external_id is not null;--> statement-breakpoint
CREATE INDEX `vehicles_stock_of_business` ON `vehicles` (`owner_user_id`,`stock`,`seq`) WHERE retired_at is null;
--> statement-breakpoint
-- What operators listed under their own accounts belongs to the business.
UPDATE `vehicles` SET `owner_user_id` = NULL, `checked_at` = `updated_at` WHERE `owner_user_id` IN (SELECT `id` FROM `users` WHERE `role` <> 'user');

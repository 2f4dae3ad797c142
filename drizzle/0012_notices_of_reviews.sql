-- Authors of reviews are told too: a table's CHECK is changed by building it anew, every notice as it was.
CREATE TABLE `__new_removal_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`reason` text,
	`user_id` text,
	`manage_key_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`manage_key_id`) REFERENCES `manage_keys`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "removal_notices_kind" CHECK("__new_removal_notices"."kind" in ('listing', 'vehicle', 'review')),
	CONSTRAINT "removal_notices_name" CHECK(length(trim("__new_removal_notices"."name")) > 0),
	CONSTRAINT "removal_notices_holder" CHECK(("__new_removal_notices"."user_id" is null) <> ("__new_removal_notices"."manage_key_id" is null)),
	CONSTRAINT "removal_notices_created" CHECK("__new_removal_notices"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_removal_notices`("id", "kind", "name", "reason", "user_id", "manage_key_id", "created_at") SELECT "id", "kind", "name", "reason", "user_id", "manage_key_id", "created_at" FROM `removal_notices`;--> statement-breakpoint
DROP TABLE `removal_notices`;--> statement-breakpoint
ALTER TABLE `__new_removal_notices` RENAME TO `removal_notices`;--> statement-breakpoint
CREATE INDEX `removal_notices_user` ON `removal_notices` (`user_id`,`created_at`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `removal_notices_key` ON `removal_notices` (`manage_key_id`,`created_at`) WHERE manage_key_id is not null;
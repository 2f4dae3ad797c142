CREATE TABLE `desk_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`operator_id` text,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `desk_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`operator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "desk_notes_text" CHECK(length(trim("desk_notes"."text")) > 0),
	CONSTRAINT "desk_notes_created" CHECK("desk_notes"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `desk_notes_request` ON `desk_notes` (`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `desk_notes_operator` ON `desk_notes` (`operator_id`) WHERE operator_id is not null;--> statement-breakpoint
CREATE TABLE `desk_requests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`name` text,
	`status` text NOT NULL,
	`priority` text NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`waiting_since` text,
	`assignee_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "desk_requests_kind_known" CHECK("desk_requests"."kind" in ('message', 'service', 'feedback')),
	CONSTRAINT "desk_requests_waiting_valid" CHECK("desk_requests"."waiting_since" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "desk_requests_created" CHECK("desk_requests"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `desk_requests_id` ON `desk_requests` (`id`);--> statement-breakpoint
CREATE INDEX `desk_requests_waiting` ON `desk_requests` ("is_urgent" desc,`waiting_since`) WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX `desk_requests_kind_waiting` ON `desk_requests` (`kind`,"is_urgent" desc,`waiting_since`) WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX `desk_requests_oldest` ON `desk_requests` (`waiting_since`) WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX `desk_requests_newest` ON `desk_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `desk_requests_kind` ON `desk_requests` (`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `desk_requests_status` ON `desk_requests` (`kind`,`status`,"is_urgent" desc,`created_at`);--> statement-breakpoint
CREATE INDEX `desk_requests_assignee` ON `desk_requests` (`assignee_id`,`created_at`) WHERE assignee_id is not null;--> statement-breakpoint
CREATE TABLE `saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_replies_title_given" CHECK(length(trim("saved_replies"."title")) > 0),
	CONSTRAINT "saved_replies_text" CHECK(length(trim("saved_replies"."text")) > 0),
	CONSTRAINT "saved_replies_created" CHECK("saved_replies"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "saved_replies_updated" CHECK("saved_replies"."updated_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_replies_title` ON `saved_replies` (`title`);--> statement-breakpoint
DROP INDEX `conversations_newest`;--> statement-breakpoint
ALTER TABLE `conversations` ADD `desk_request_id` text REFERENCES desk_requests(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_desk_request` ON `conversations` (`desk_request_id`);--> statement-breakpoint
CREATE INDEX `conversations_newest` ON `conversations` (`created_at`) WHERE desk_request_id is null;--> statement-breakpoint
ALTER TABLE `conversation_messages` ADD `operator_id` text REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `conversation_messages_operator` ON `conversation_messages` (`operator_id`) WHERE operator_id is not null;
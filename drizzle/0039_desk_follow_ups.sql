CREATE TABLE `desk_blocks` (
	`sender_hash` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`until` text,
	CONSTRAINT "desk_blocks_hash" CHECK(length("desk_blocks"."sender_hash") = 64),
	CONSTRAINT "desk_blocks_name" CHECK(length(trim("desk_blocks"."name")) > 0),
	CONSTRAINT "desk_blocks_created" CHECK("desk_blocks"."created_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "desk_blocks_until" CHECK("desk_blocks"."until" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE INDEX `desk_blocks_newest` ON `desk_blocks` (`created_at`);--> statement-breakpoint
CREATE TABLE `desk_follow_ups` (
	`request_id` text PRIMARY KEY NOT NULL,
	`is_flagged` integer DEFAULT false NOT NULL,
	`is_spam` integer DEFAULT false NOT NULL,
	`next_step` text,
	`due_on` text,
	FOREIGN KEY (`request_id`) REFERENCES `desk_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "desk_follow_ups_step" CHECK(length(trim("desk_follow_ups"."next_step")) > 0),
	CONSTRAINT "desk_follow_ups_both" CHECK(("desk_follow_ups"."next_step" is null) = ("desk_follow_ups"."due_on" is null)),
	CONSTRAINT "desk_follow_ups_day" CHECK("desk_follow_ups"."due_on" glob '????-??-??')
) STRICT;
--> statement-breakpoint
CREATE INDEX `desk_follow_ups_due` ON `desk_follow_ups` (`due_on`) WHERE due_on is not null;--> statement-breakpoint
CREATE INDEX `desk_follow_ups_spam` ON `desk_follow_ups` (`request_id`) WHERE is_spam = 1;
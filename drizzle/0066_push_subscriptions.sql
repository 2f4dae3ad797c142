CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`device` text,
	`time` text NOT NULL,
	`told_seq` integer NOT NULL,
	`due_at` text NOT NULL,
	`test_at` text,
	`last_success_at` text,
	`failing_since` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "push_subscriptions_time" CHECK("push_subscriptions"."time" in ('at-once', 'hourly')),
	CONSTRAINT "push_subscriptions_told" CHECK("push_subscriptions"."told_seq" >= 0),
	CONSTRAINT "push_subscriptions_attempts" CHECK("push_subscriptions"."attempts" >= 0),
	CONSTRAINT "push_subscriptions_fails" CHECK(("push_subscriptions"."failing_since" is null) = ("push_subscriptions"."attempts" = 0)),
	CONSTRAINT "push_subscriptions_due" CHECK("push_subscriptions"."due_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "push_subscriptions_test" CHECK("push_subscriptions"."test_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "push_subscriptions_success" CHECK("push_subscriptions"."last_success_at" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "push_subscriptions_failing" CHECK("push_subscriptions"."failing_since" glob '????-??-??T??:??:??.???Z'),
	CONSTRAINT "push_subscriptions_created" CHECK("push_subscriptions"."created_at" glob '????-??-??T??:??:??.???Z')
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_next` ON `push_subscriptions` (`due_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_broken` ON `push_subscriptions` (`failing_since`);

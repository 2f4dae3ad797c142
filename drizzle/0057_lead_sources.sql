CREATE TABLE `lead_sources` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "lead_sources_source" CHECK(length(trim("lead_sources"."source")) > 0),
	CONSTRAINT "lead_sources_length" CHECK(length("lead_sources"."source") <= 40)
) STRICT;
--> statement-breakpoint
CREATE TABLE `source_counts` (
	`week` text NOT NULL,
	`source` text NOT NULL,
	`visitors` integer NOT NULL,
	`leads` integer NOT NULL,
	PRIMARY KEY(`week`, `source`),
	CONSTRAINT "source_counts_week" CHECK("source_counts"."week" glob '????-??-??'),
	CONSTRAINT "source_counts_source" CHECK(length(trim("source_counts"."source")) > 0),
	CONSTRAINT "source_counts_length" CHECK(length("source_counts"."source") <= 40),
	CONSTRAINT "source_counts_positive" CHECK("source_counts"."visitors" >= 0 and "source_counts"."leads" >= 0 and "source_counts"."visitors" + "source_counts"."leads" > 0)
) STRICT;

ALTER TABLE `vehicles` ADD `variants` text DEFAULT '[]' NOT NULL CONSTRAINT "vehicles_variants" CHECK(json_valid(`variants`) and json_type(`variants`) = 'array');--> statement-breakpoint
ALTER TABLE `vehicles` ADD `dated_offers` text DEFAULT '[]' NOT NULL CONSTRAINT "vehicles_dated_offers" CHECK(json_valid(`dated_offers`) and json_type(`dated_offers`) = 'array');

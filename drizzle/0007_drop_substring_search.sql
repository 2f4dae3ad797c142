-- Every search is one over the documents now: the trigram indexes over names and brands are read by nothing, and cost a
-- third of the time of a write.
DROP TRIGGER bike_search_insert;
--> statement-breakpoint
DROP TRIGGER bike_search_delete;
--> statement-breakpoint
DROP TRIGGER bike_search_update;
--> statement-breakpoint
DROP TRIGGER scooter_search_insert;
--> statement-breakpoint
DROP TRIGGER scooter_search_delete;
--> statement-breakpoint
DROP TRIGGER scooter_search_update;
--> statement-breakpoint
DROP TRIGGER vehicle_search_insert;
--> statement-breakpoint
DROP TRIGGER vehicle_search_delete;
--> statement-breakpoint
DROP TRIGGER vehicle_search_update;
--> statement-breakpoint
DROP TABLE bike_search;
--> statement-breakpoint
DROP TABLE scooter_search;
--> statement-breakpoint
DROP TABLE vehicle_search;
